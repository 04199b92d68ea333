package io.sluice.beside;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.RandomSeeds;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Plans pages at random; a failure names its seed (policy-propagation 14.3.2 and 14.3.3). */
class PagePlannerTest {
  private static final int RUNS = 200;

  private static OverrideEntry entry(String cluster) {
    return new OverrideEntry(cluster, "u1", 1, 1, Instant.EPOCH);
  }

  private static List<OverrideEntry> entries(int from, int to) {
    return IntStream.range(from, to).mapToObj(i -> entry("c" + i)).toList();
  }

  private static void write(Map<Integer, OverridePage> hub, Collection<OverridePage> pages) {
    pages.forEach(page -> hub.put(page.number(), page));
  }

  private static Map<String, Integer> places(Map<Integer, OverridePage> hub) {
    Map<String, Integer> places = new HashMap<>();
    hub.values()
        .forEach(
            page ->
                page.entries()
                    .forEach(
                        entry ->
                            assertThat(places.put(entry.cluster(), page.number()))
                                .as("%s is listed once", entry.cluster())
                                .isNull()));
    return places;
  }

  @Test
  void noClusterEverMovesAndAWaveWritesNoMorePagesThanItNeeds() {
    for (long seed : RandomSeeds.of(RUNS).toArray()) {
      Random random = new Random(seed);
      Map<Integer, OverridePage> hub = new TreeMap<>();
      int next = 0;
      for (int step = 0; step < 12; step++) {
        Map<String, Integer> before = places(hub);
        if (random.nextInt(3) > 0) {
          int wave = random.nextInt(250);
          List<OverridePage> written =
              PagePlanner.add(hub.values(), entries(Math.max(0, next - 5), next + wave));
          long added = next + wave - Math.max(0, next - 5);
          assertThat((long) written.size())
              .as("-Dsluice.seed=%d: pages written for %d clusters", seed, added)
              .isLessThanOrEqualTo((added + 99) / 100 + 1);
          assertThat(written).allSatisfy(page -> assertThat(page.entries()).hasSizeBetween(1, 100));
          write(hub, written);
          next += wave;
          assertThat(places(hub)).as("-Dsluice.seed=%d", seed).containsAllEntriesOf(before);
        } else {
          List<String> leaving =
              before.keySet().stream().filter(cluster -> random.nextInt(4) == 0).toList();
          write(hub, PagePlanner.withdraw(hub.values(), leaving));
          Map<String, Integer> stay = new HashMap<>(before);
          leaving.forEach(stay::remove);
          assertThat(places(hub)).as("-Dsluice.seed=%d", seed).isEqualTo(stay);
        }
      }
      write(hub, PagePlanner.withdrawAll(hub.values()));
      assertThat(places(hub)).as("-Dsluice.seed=%d", seed).isEmpty();
    }
  }

  @Test
  void newcomersGoToTheLastPageThenToNewOnesAndHolesStay() {
    List<OverridePage> pages =
        List.of(new OverridePage(1, entries(0, 40)), new OverridePage(2, entries(100, 198)));

    List<OverridePage> written = PagePlanner.add(pages, entries(300, 305));

    assertThat(written).extracting(OverridePage::number).containsExactly(2, 3);
    assertThat(written.get(0).entries()).hasSize(100).startsWith(entry("c100"));
    assertThat(written.get(1).entries()).hasSize(3);
  }

  @Test
  void whatIsListedAlreadyWritesNothing() {
    List<OverridePage> pages = List.of(new OverridePage(1, entries(0, 3)));

    assertThat(PagePlanner.add(pages, entries(0, 3))).isEmpty();
    assertThat(PagePlanner.withdraw(pages, List.of("c7"))).isEmpty();
    assertThat(PagePlanner.withdrawAll(List.of(new OverridePage(1, List.of())))).isEmpty();
  }

  @Test
  void theDispatchOfAClusterIsReadBackFromItsReason() {
    OverrideEntry entry =
        new OverrideEntry("c1", "u-1", 3, 7, Instant.parse("2026-02-03T09:00:00.123Z"));

    assertThat(entry.reason())
        .isEqualTo("attempt 3 of generation 7, rollout u-1, at 2026-02-03T09:00:00.123Z");
    assertThat(OverrideEntry.of("c1", entry.reason())).isEqualTo(entry);
    assertThat(
            List.of("", "by hand", entry.reason().replace("09:00", "99:99")).stream()
                .map(reason -> OverrideEntry.of("c1", reason).attempt())
                .collect(Collectors.toSet()))
        .containsExactly(0L);
    assertThat(new ArrayList<>(List.of(entry)).get(0).is("u-1", 3)).isTrue();
  }
}
