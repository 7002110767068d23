"""Pictures of what runs left in their folders; the only part that needs matplotlib."""
