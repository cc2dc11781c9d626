package io.carillon.engine.grid.key;

import io.carillon.domain.id.Shards;

/**
 * The partition key of each shard: everything of a shard lies in the one partition this key hashes to.
 *
 * <p>No two shards share a partition, so shards spread over members as evenly as partitions do. The keys are the least
 * integers with that property over {@value #PARTITIONS} partitions; a test derives them again from the grid's own
 * hash. Members with another table or partition count could not work together, so neither ever changes.
 */
public final class ShardKeys {

    /** The partition count the table was made for. */
    public static final int PARTITIONS = 271;

    private static final int[] TABLE = {
        0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
        17, 18, 19, 20, 21, 22, 23, 24, 26, 27, 28, 29, 30, 31, 32, 33,
        34, 35, 36, 38, 39, 40, 41, 42, 43, 45, 47, 48, 49, 50, 51, 52,
        53, 55, 56, 57, 58, 60, 63, 64, 66, 67, 69, 70, 71, 72, 73, 74,
        75, 76, 77, 80, 81, 83, 84, 85, 87, 89, 91, 92, 97, 99, 100, 101,
        102, 105, 106, 109, 111, 112, 114, 115, 116, 117, 118, 119, 120, 121, 123, 126,
        127, 128, 129, 130, 131, 134, 135, 136, 138, 139, 140, 141, 146, 147, 151, 152,
        155, 156, 157, 159, 160, 161, 162, 164, 166, 168, 170, 171, 172, 176, 177, 178,
        179, 180, 181, 185, 186, 187, 190, 191, 194, 195, 196, 197, 198, 202, 203, 204,
        205, 206, 207, 208, 210, 214, 215, 220, 221, 222, 226, 230, 231, 232, 236, 240,
        242, 243, 245, 247, 250, 254, 256, 257, 260, 261, 263, 267, 275, 277, 279, 280,
        282, 283, 288, 293, 295, 298, 299, 305, 306, 308, 310, 311, 317, 319, 322, 325,
        326, 327, 332, 334, 341, 345, 349, 350, 355, 362, 363, 364, 370, 377, 378, 380,
        382, 389, 390, 397, 404, 405, 407, 409, 413, 414, 416, 444, 445, 449, 455, 456,
        458, 470, 473, 484, 491, 499, 524, 529, 530, 541, 547, 554, 567, 572, 575, 578,
        581, 584, 595, 603, 606, 620, 627, 638, 639, 663, 675, 676, 703, 706, 709, 730,
    };

    private static final Integer[] KEYS = new Integer[Shards.COUNT];

    static {
        for (int shard = 0; shard < Shards.COUNT; shard++) {
            KEYS[shard] = TABLE[shard];
        }
    }

    private ShardKeys() {}

    /** The key as the grid takes it. */
    public static Integer of(int shard) {
        return KEYS[Shards.check(shard)];
    }
}
