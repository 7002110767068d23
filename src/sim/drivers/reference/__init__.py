"""Reference drivers of UN Regulation 157: what a careful driver would still have avoided.

Each driver is a pure function from an ``Encounter`` to a ``Judgement``, and a ``Reaction`` says how
what it judges becomes braking.
"""
