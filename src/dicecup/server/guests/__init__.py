"""All that is a guest's. `export`: to take along; `parting`, `forgetting`: to be deleted; `routes`."""
