"""Lowerings: what executes a tape. Each gives an `Executor`; the contract suite holds them to one meaning."""
