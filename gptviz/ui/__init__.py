"""The Streamlit side: page frame, sessions, live panels. It reads runs and draws figures; it computes nothing."""
