"""What every node needs: start, parameters, waiting, services, and an end that says why."""
