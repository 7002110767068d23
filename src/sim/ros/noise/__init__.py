"""The node between truth topics and the software under test.

Converts messages to arrays and back; lazy links, delivery in time, services.
"""
