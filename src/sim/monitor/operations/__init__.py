"""The operations of the monitor's protocol, by subject: each class has a table of the requests that
it carries out for one client."""
