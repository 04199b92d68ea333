package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.beside.OverridePage;
import io.sluice.process.OverrideHistory.Page;
import io.sluice.process.OverrideHistory.ReplicaVersion;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Checks what must hold of every override, at each moment of it (policy-propagation 14.3). */
final class OverrideHistoryCheck {
  private final OverrideHistory history;

  OverrideHistoryCheck(OverrideHistory history) {
    this.history = history;
  }

  void check() {
    assertThat(history.failures()).isEmpty();
    checkPages();
    if (!history.rootEnforces()) {
      checkEnforced();
      checkUnstaged();
      checkUnbound();
    }
  }

  /** A page gets clusters at its end or loses some; none is on two pages. */
  private void checkPages() {
    Map<String, List<String>> present = new HashMap<>();
    for (Page page : history.pages()) {
      List<String> former = present.getOrDefault(page.name(), List.of());
      List<String> kept = new ArrayList<>(former);
      kept.retainAll(page.clusters());
      assertThat(page.clusters().subList(0, kept.size())).as("%s", page).isEqualTo(kept);
      assertThat(kept.equals(former) || kept.equals(page.clusters()))
          .as("%s either adds to %s or takes from it", page, former)
          .isTrue();
      assertThat(page.clusters()).hasSizeLessThanOrEqualTo(OverridePage.MOST);
      present.put(page.name(), page.clusters());
      assertThat(present.values().stream().flatMap(List::stream))
          .as("after %s", page)
          .doesNotHaveDuplicates();
    }
  }

  /** No cluster begins to enforce that no page has listed. */
  private void checkEnforced() {
    Set<String> enforcing = new HashSet<>();
    for (ReplicaVersion replica : history.replicas()) {
      if (!replica.enforces()) {
        enforcing.remove(replica.cluster());
      } else if (enforcing.add(replica.cluster())) {
        assertThat(history.pages())
            .as("%s was listed before", replica)
            .anyMatch(
                page ->
                    page.version() < replica.version()
                        && page.clusters().contains(replica.cluster()));
      }
    }
  }

  /** A cluster that enforces a version before it is listed for it is an {@code UnstagedChange}. */
  private void checkUnstaged() {
    history.replicas().stream()
        .filter(ReplicaVersion::enforces)
        .filter(replica -> !listed(replica))
        .forEach(
            replica ->
                assertThat(history.exceptions())
                    .as("%s", replica)
                    .contains(replica.cluster() + " UnstagedChange"));
  }

  private boolean listed(ReplicaVersion replica) {
    return history.pages().stream()
        .filter(page -> page.version() < replica.version())
        .anyMatch(
            page ->
                history.generations(replica.content()).stream()
                    .anyMatch(generation -> page.lists(replica.cluster(), generation)));
  }

  /** The binding goes only when no replica enforces any more (policy-propagation 14.4). */
  private void checkUnbound() {
    for (long gone : history.unbound()) {
      Map<String, Boolean> enforces = new HashMap<>();
      history.replicas().stream()
          .filter(replica -> replica.version() < gone)
          .forEach(replica -> enforces.put(replica.cluster(), replica.enforces()));
      assertThat(enforces).as("when the binding goes").doesNotContainValue(true);
      Map<String, List<String>> listed = new HashMap<>();
      history.pages().stream()
          .filter(page -> page.version() < gone)
          .forEach(page -> listed.put(page.name(), page.clusters()));
      assertThat(listed.values()).as("when the binding goes").allMatch(List::isEmpty);
    }
  }
}
