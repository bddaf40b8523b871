"""Cards, rules and rulings: what the games are printed on, and what people enter of their own boxes."""

from companion.catalog.boxes import box, box_from_document, card_name, card_rows, default_packs, document, find_code
from companion.catalog.faults import CatalogFault, SheetFault
from companion.catalog.linking import link, linked_card, links, unlink
from companion.catalog.pack import Header, Listed, Pack, delete_pack, load_pack, packs, save_pack
from companion.catalog.sections import Found, Ruling, Section, look_up, rulebook, ruling_book

__all__ = [
    "CatalogFault",
    "Found",
    "Header",
    "Listed",
    "Pack",
    "Ruling",
    "Section",
    "SheetFault",
    "box",
    "box_from_document",
    "card_name",
    "card_rows",
    "default_packs",
    "delete_pack",
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
    "save_pack",
    "unlink",
]
