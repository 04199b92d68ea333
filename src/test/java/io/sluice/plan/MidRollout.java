package io.sluice.plan;

import io.sluice.fleet.ByteOrder;
import io.sluice.fleet.GroupKey;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;

/**
 * Makes a large fleet half of which is done: names with a random end, as provisioners give them,
 * and instants of which no two are alike, so that it does not shrink better than a real one.
 */
final class MidRollout {
  private static final String LETTERS = "bcdfghjklmnpqrstvwxz2456789";
  private static final String[] REGIONS = {"eu-central-1", "eu-west-1", "us-east-1", "ap-south-1"};
  private static final int GROUPS = 20;

  private final Random random = new Random(1);
  private final int size;
  private final List<ClusterState> clusters = new ArrayList<>();
  private final List<Waiting> waiting = new ArrayList<>();

  private MidRollout(int size) {
    this.size = size;
  }

  static AttemptState state(int size) {
    return new MidRollout(size).state();
  }

  static int zipped(byte[] bytes) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot zip in memory", e);
    }
    return out.size();
  }

  private AttemptState state() {
    TreeSet<String> names = new TreeSet<>(ByteOrder.NAMES);
    while (names.size() < size) {
      names.add("prod-%s-%s".formatted(REGIONS[random.nextInt(REGIONS.length)], ending()));
    }
    names.forEach(this::join);
    return new AttemptState(
        Scene.spec(Scene.perGroup()),
        Scene.START,
        IntStream.range(0, GROUPS).mapToObj(i -> new GroupKey("fleet", "wave-" + i, i)).toList(),
        clusters,
        waiting,
        true,
        true,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Wishes.NONE);
  }

  private String ending() {
    StringBuilder ending = new StringBuilder();
    for (int i = 0; i < 5; i++) {
      ending.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
    }
    return ending.toString();
  }

  /** Half of the groups are done, one is under way, the others wait for their turn. */
  private void join(String name) {
    int group = random.nextInt(GROUPS);
    if (group > GROUPS / 2) {
      waiting.add(Waiting.of(name, group).given());
      return;
    }
    long dispatched = Scene.START.toEpochMilli() + group * 3_600_000L + random.nextInt(60_000);
    long since = dispatched + random.nextInt(600_000);
    Stage stage = group < GROUPS / 2 ? Stage.SUCCEEDED : underWay();
    int marks = Mark.HEARD.set(Mark.WEAK.set(0, random.nextInt(10) == 0), true);
    clusters.add(new ClusterState(name, group, stage, dispatched, since, 0, 0, marks, ""));
  }

  private Stage underWay() {
    return random.nextBoolean() ? Stage.DISPATCHED : Stage.SOAKING;
  }
}
