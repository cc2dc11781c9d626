package io.carillon.engine.shard;

import io.carillon.engine.shard.LoopWorld.Member;
import io.carillon.engine.testkit.FakeStore;
import io.carillon.engine.testkit.FakeStore.Call;
import io.carillon.engine.testkit.FakeStore.Op;
import io.carillon.engine.testkit.JobMaker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;

/** The members of a {@link Storm}, who owns which shard by the grid's table, and how the store treats them. */
final class StormMembers {

    private static final Set<Integer> SHARDS = Set.of(1, 2, 3, 4);

    private final LoopWorld world;
    private final SplittableRandom dice;
    private final List<Member> members = new ArrayList<>();
    private final Map<Integer, Member> owners = new HashMap<>();
    private final Map<Member, Set<Integer>> served = new HashMap<>();
    private final List<StormWorkers> workers = new ArrayList<>(1);
    private int names;

    StormMembers(LoopWorld world, SplittableRandom dice) {
        this.world = world;
        this.dice = dice;
    }

    void begin(StormWorkers theirWorkers) {
        workers.add(theirWorkers);
        join();
        join();
        SHARDS.forEach(shard -> owners.put(shard, members.get(shard % 2)));
        keep();
    }

    List<Member> all() {
        return List.copyOf(members);
    }

    Member any() {
        return members.get(dice.nextInt(members.size()));
    }

    int anyShard() {
        return 1 + dice.nextInt(SHARDS.size());
    }

    Member owner(int shard) {
        return Objects.requireNonNull(owners.get(shard));
    }

    /** The shard belongs to another one, of which the old one may hear later only. */
    void handOver() {
        int shard = anyShard();
        Member from = owner(shard);
        owners.put(shard, any());
        if (dice.nextInt(3) > 0) {
            from.loop.lose(Set.of(shard));
            servedBy(from).remove(shard);
        }
        keep();
    }

    void stopOne() {
        Member member = any();
        member.stop();
        if (dice.nextBoolean()) {
            passOn(member);
        }
        world.time.after(Duration.ofMillis(dice.nextInt(40_000)), member::wakeUp);
    }

    void killOne() {
        Member dead = any();
        dead.kill();
        members.remove(dead);
        join();
        passOn(dead);
        members.forEach(member -> {
            member.handOff.disconnect(dead.id);
            member.loop.memberLost(dead.id);
        });
        if (dice.nextBoolean()) {
            world.leases.loseAll();
        }
    }

    /** Every member takes what the grid's table says is its own, and takes it again where it has lost it. */
    void keep() {
        members.forEach(this::keep);
    }

    void heal() {
        world.leases.away(false);
        world.rows.rejectNothing();
        members.forEach(member -> {
            member.wakeUp();
            member.store.up();
            member.store.fate(Call::answer);
            member.fences.dry(false);
            member.ownership.mayAct(true);
        });
    }

    private void join() {
        Member member = world.member("m" + names++);
        member.store.fate(this::decide);
        member.workers.connect("w" + member.id, 4, JobMaker.CAPABILITY);
        workers.forEach(all -> member.workers.onAssigned(
                placed -> all.run(member, placed.assignment().run())));
        members.forEach(other -> {
            other.handOff.connect(member.id, JobMaker.CAPABILITY, 2);
            member.handOff.connect(other.id, JobMaker.CAPABILITY, 2);
        });
        members.add(member);
    }

    private void passOn(Member from) {
        List<Member> others = members.stream().filter(member -> member != from).toList();
        owners.replaceAll((shard, owner) -> owner == from ? others.get(dice.nextInt(others.size())) : owner);
        keep();
    }

    private void keep(Member member) {
        Set<Integer> serves = servedBy(member);
        serves.removeAll(member.lost);
        member.lost.clear();
        Set<Integer> owned = new HashSet<>();
        owners.forEach((shard, owner) -> {
            if (owner == member) {
                owned.add(shard);
            }
        });
        Set<Integer> gone = new HashSet<>(serves);
        gone.removeAll(owned);
        serves.removeAll(gone);
        member.loop.lose(gone);
        owned.removeAll(serves);
        if (!owned.isEmpty()) {
            serves.addAll(owned);
            var unused = raise(member, owned).whenComplete((epochs, error) -> {
                if (epochs != null) {
                    member.loop.gain(epochs);
                } else {
                    serves.removeAll(owned);
                }
            });
        }
    }

    private static CompletableFuture<Map<Integer, Long>> raise(Member member, Set<Integer> shards) {
        try {
            return member.store.gain(shards, member.id);
        } catch (IllegalStateException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private Set<Integer> servedBy(Member member) {
        return served.computeIfAbsent(member, any -> new HashSet<>());
    }

    /** Most calls are answered soon; some late, some with an error, carried out or not. */
    private void decide(FakeStore.Call call) {
        int fate = dice.nextInt(100);
        Duration before = Duration.ofMillis(dice.nextInt(fate < 97 ? 30 : 3_000));
        Duration after = Duration.ofMillis(dice.nextInt(fate < 97 ? 30 : 3_000));
        if (fate < 60) {
            call.answer();
        } else if (fate < 62 && call.op() != Op.GAIN) {
            throw new IllegalStateException("not even sent");
        } else {
            world.time.after(before, () -> {
                if (fate < 65) {
                    call.fail();
                    return;
                }
                call.commit();
                world.time.after(after, fate < 68 ? call::fail : call::answer);
            });
        }
    }
}
