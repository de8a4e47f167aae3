"""Bluetooth LE peers without hardware: a virtual radio, controllers, hosts, a peripheral and a central.

Everything runs in one process on a virtual clock, so a scenario takes no real time and yields the same bytes every run.
"""
