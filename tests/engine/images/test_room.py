import threading

from engine.images.room import MAX_MEMORY, Purpose, Rooms


def test_the_large_wait_for_each_other_and_are_served_in_turn() -> None:
    rooms = Rooms()
    first = rooms.take(Purpose.PIXELS, MAX_MEMORY - 10)
    order: list[str] = []
    waiting = threading.Event()

    def take(name: str, size: int) -> None:
        waiting.set()
        (give_back,) = rooms.take(Purpose.PIXELS, size)
        order.append(name)
        give_back()

    threads = []
    for name, size in (("large", 2 * MAX_MEMORY), ("small", 5)):
        waiting.clear()
        threads.append(threading.Thread(target=take, args=(name, size)))
        threads[-1].start()
        waiting.wait()
        # The second would fit, but must not overtake the first for ever.
        while len(rooms._pixels._waiting) < len(threads):
            pass
    assert order == []
    for give_back in first:
        give_back()
    for thread in threads:
        thread.join()
    assert order == ["large", "small"]


def test_a_large_file_does_not_wait_for_one_that_waits_for_it() -> None:
    rooms = Rooms()
    file = rooms.take(Purpose.FILE, 400_000_000)
    other = threading.Thread(target=rooms.take, args=(Purpose.PIXELS, MAX_MEMORY))
    other.start()
    while not rooms._pixels._waiting:
        pass
    for give_back in (*file, *rooms.take(Purpose.PIXELS, 200_000_000, has_some=True)):
        give_back()
    other.join()


def test_closing_lets_nobody_wait() -> None:
    rooms = Rooms()
    rooms.take(Purpose.FILE, 10**10)
    threads = [
        threading.Thread(target=rooms.take, args=(purpose, 10**10))
        for purpose in (*Purpose, Purpose.PIXELS)
    ]
    for thread in threads:
        thread.start()
    rooms.close()
    for thread in threads:
        thread.join()
    rooms.take(Purpose.PIXELS, 10**10)
