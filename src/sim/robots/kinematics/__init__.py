"""Forward and inverse kinematics of arms."""
