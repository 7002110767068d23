"""The storyboard's state machine: when what starts, ends, is stopped or skipped. It knows neither
roads nor vehicles; a ``World`` carries actions out and answers conditions."""
