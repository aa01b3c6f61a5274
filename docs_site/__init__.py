"""The documentation as a site: `make docs`. What nobody writes by hand is made here, from code and games."""
