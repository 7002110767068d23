"""Holds a weightless 1 kg model at an altitude, by spring and damper."""

from sim.embedded.model_plugin import ModelPlugin


class Balloon(ModelPlugin):
    def load(self, model, parameters):
        self.model = model
        self.altitude = float(parameters.get("altitude", 3.0))

    def update(self, time):
        below = self.altitude - self.model.pose("link")[2, 3]
        linear, _ = self.model.twist("link")
        self.model.push("link", (0.0, 0.0, 4.0 * below - 4.0 * linear[2]))
