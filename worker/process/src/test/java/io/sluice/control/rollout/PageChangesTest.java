package io.sluice.control.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.beside.OverrideEntry;
import io.sluice.control.ControllerFixture;
import io.sluice.hub.client.RequestPool;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.read.HubReader;
import io.sluice.hub.read.PolicyObjects;
import io.sluice.policy.PolicyName;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PageChangesTest {
  private static final PolicyName POLICY = new PolicyName("policies", "web");
  private static final Instant AT = Instant.parse("2026-02-03T09:00:00Z");

  private final ControllerFixture fixture = new ControllerFixture();
  private final RequestPool pool = new RequestPool(4);
  private final PageChanges changes = new PageChanges();

  @AfterEach
  void close() {
    pool.close();
    fixture.close();
  }

  private PolicyObjects listing(OverrideEntry... entries) {
    fixture.apply(
        Kinds.PLACEMENT_DECISION,
        """
        apiVersion: cluster.open-cluster-management.io/v1beta1
        kind: PlacementDecision
        metadata:
          name: sluice-web-decision-1
          namespace: policies
          labels: {sluice.io/override: policies.web, cluster.open-cluster-management.io/placement: sluice-web}
        status: {decisions: [%s]}
        """
            .formatted(
                List.of(entries).stream()
                    .map(
                        entry ->
                            "{clusterName: %s, reason: '%s'}"
                                .formatted(entry.cluster(), entry.reason()))
                    .collect(Collectors.joining(", "))));
    return HubReader.beside(fixture.client, pool).read(POLICY);
  }

  private static OverrideEntry entry(String cluster, long attempt) {
    return new OverrideEntry(cluster, "u" + attempt, attempt, 1, AT);
  }

  @Test
  void allThatAreListedChangeTheFirstTimeAndNoneWithoutAChange() {
    PolicyObjects objects = listing(entry("c2", 1), entry("c1", 1));
    assertThat(changes.since(objects)).containsExactly("c1", "c2");
    assertThat(changes.since(objects)).isEmpty();
  }

  @Test
  void thoseThatAreAddedTakenOffOrListedForAnotherAttemptChange() {
    changes.since(listing(entry("c1", 1), entry("c2", 1), entry("c3", 1)));
    assertThat(changes.since(listing(entry("c1", 1), entry("c3", 2), entry("c4", 1))))
        .containsExactly("c2", "c3", "c4");
  }

  @Test
  void afterItWasForgottenAPolicyBeginsAnew() {
    PolicyObjects objects = listing(entry("c1", 1));
    changes.since(objects);
    changes.forget(POLICY);
    assertThat(changes.since(objects)).containsExactly("c1");
  }
}
