"""What can be asked of running traffic: lights, vehicles, insertion and flows."""
