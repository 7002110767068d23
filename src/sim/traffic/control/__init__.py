"""Control of running traffic: lights, vehicles, insertion, and flows."""
