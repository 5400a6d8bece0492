"""Safe updates: check a package, try it in a separate folder, install it, or roll back."""
