"""GATT services of the test peripheral, one a module."""
