"""Updates: one module a protocol, with the device's and the client's side, and the faults that are put into them."""
