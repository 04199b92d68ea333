package io.sluice.hub;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.hub.read.TestHub;
import io.sluice.hub.write.Revision;
import io.sluice.hub.write.Revisions;
import io.sluice.workflow.AttemptRef;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RevisionPrunerTest {
  private final HubActivitiesScenario scene = new HubActivitiesScenario("c1", "c2");

  @AfterEach
  void stop() {
    scene.close();
  }

  private List<Long> generations() {
    return new Revisions(scene.hub.client)
        .list(TestHub.POLICY, scene.hub.root().uid()).stream()
            .map(Revision::generation)
            .sorted()
            .toList();
  }

  /** Keeps twelve more versions; the content of each differs. */
  private void editTwelveTimes() {
    for (int i = 0; i < 12; i++) {
      scene.edit("v" + i);
      new Revisions(scene.hub.client).keep(scene.hub.root());
    }
  }

  @Test
  void aClaimDeletesRevisionsThatAreNotNeeded() {
    new Revisions(scene.hub.client).keep(scene.hub.root());
    editTwelveTimes();
    assertThat(generations()).hasSize(13);
    scene.claimed("u1", 1);
    assertThat(generations()).hasSize(10).endsWith(13L);
  }

  @Test
  void revisionsThatAReplicaCarriesOrThatSucceededLastStay() {
    scene.firstVersionSucceeds("c1");
    new Revisions(scene.hub.client).keep(scene.hub.root());
    AttemptRef second = scene.claimed("u2", 2);
    scene.dispatch(second, "c2");
    scene.store.put("c2/" + TestHub.POLICY.replicaName(), scene.hub.replica("c2"));
    editTwelveTimes();
    assertThat(generations()).hasSize(14);
    scene.claimed("u3", 3);
    assertThat(generations())
        .containsExactlyElementsOf(
            Stream.of(1L, 2L, 5L, 6L, 7L, 8L, 9L, 10L, 11L, 12L, 13L, 14L).toList());
  }
}
