"""A class on one server: the teacher's key, what only the teacher may do, and the stage that students follow."""
