"""Cards, rules and rulings: what the games are printed on, and what people enter of their own boxes.

What writes packs is in `companion.catalog.shelf` and `companion.catalog.commands`, apart, so that reading starts fast.
"""

from companion.catalog.boxes import box, box_from_document, card_name, card_rows, default_packs, document, find_code
from companion.catalog.faults import CatalogFault, SheetFault
from companion.catalog.linking import link, linked_card, links, unlink
from companion.catalog.pack import Header, Listed, Pack, load_pack, packs
from companion.catalog.sections import Found, Ruling, Section, look_up, rulebook, ruling_book
from companion.catalog.worked import WorkedCase, cases

__all__ = [
    "CatalogFault",
    "Found",
    "Header",
    "Listed",
    "Pack",
    "Ruling",
    "Section",
    "SheetFault",
    "WorkedCase",
    "box",
    "box_from_document",
    "card_name",
    "card_rows",
    "cases",
    "default_packs",
    "document",
    "find_code",
    "link",
    "linked_card",
    "links",
    "load_pack",
    "look_up",
    "packs",
    "rulebook",
    "ruling_book",
    "unlink",
]
