"""Python code that runs in the browser, in the VM with the simulated chips or in other VMs."""
