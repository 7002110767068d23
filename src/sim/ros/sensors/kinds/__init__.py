"""A file for each kind of sensor, of the same name as in ``sim.sdf.sensors``; each says in
``PUBLISHED`` what gives it its topics, and which worker measures it."""
