"""Steps of ``./run NAME`` around roslaunch: checks before, notes during, verdict after."""
