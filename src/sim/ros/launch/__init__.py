"""What ``./run NAME`` does around roslaunch: looks before it, notes during it, judges after it."""
