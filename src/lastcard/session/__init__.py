"""A match that people take part in at a screen: who is asked, what bots do, what is saved.  It draws nothing."""
