package io.carillon.domain.wheel;

/** A place in a circular doubly linked list. A link that points at itself is in no list, or is the head of an empty one. */
class Link {
    Link previous = this;
    Link next = this;

    final void unlink() {
        previous.next = next;
        next.previous = previous;
        previous = this;
        next = this;
    }
}
