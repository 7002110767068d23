"""Operations of the monitor's protocol; each class tables its requests."""
