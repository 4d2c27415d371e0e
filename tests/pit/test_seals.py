"""The digest of a round, put together from its parts one by one."""

from pitbook.pit.seals import digest_of, part_hash, part_salt, round_digest


def test_a_rounds_digest_is_that_of_its_parts_each_with_its_own_salt() -> None:
    """Whoever is given some parts and their salts, and the hashes of the others, comes to the same digest."""
    salt, texts = bytes(range(100, 132)), [b"part %d" % number for number in range(12)]
    hashes = [part_hash(part_salt(salt, number), text) for number, text in enumerate(texts)]
    assert digest_of("T1-1", salt, texts) == round_digest("T1-1", hashes)
    assert len(set(hashes)) == len(texts)
