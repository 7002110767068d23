"""Reference drivers of UN Regulation 157.

They define which crashes a careful driver would have avoided. Each driver is a pure function from
an ``Encounter`` to a ``Judgement``; a ``Reaction`` converts the judgement to braking.
"""
