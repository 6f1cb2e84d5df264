"""Environments of PettingZoo.  The version in a name grows when the meaning of an observation or an action changes."""
