package io.sluice.hub.ledger;

import static io.sluice.hub.read.TestHub.POLICY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.gate.LedgerEntry;
import io.sluice.hub.client.HubException;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.read.TestHub;
import io.sluice.hub.write.RolloutObjects;
import io.sluice.policy.JsonTree;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TicketLedgersTest {
  private TestHub hub;
  private GenericKubernetesResource rollout;
  private TicketLedgers ledgers;

  @BeforeEach
  void start() {
    hub = new TestHub();
    hub.policy("one");
    new RolloutObjects(hub.client, Clock.systemUTC()).ensure(hub.root(), 0, Optional::empty);
    rollout = rollout();
    ledgers = new TicketLedgers(hub.client);
  }

  @AfterEach
  void stop() {
    hub.close();
  }

  @Test
  void whatIsAddedIsReadByAnotherProcess() {
    ledgers.add(POLICY, rollout, entries(1, 2, 1));
    ledgers.add(POLICY, rollout, entries(2, 3, 2));

    Map<String, LedgerEntry> expected = entries(1, 1, 1);
    expected.putAll(entries(2, 3, 2));
    assertThat(ledgers.of(POLICY, Optional.of(rollout)).entries()).isEqualTo(expected);
    assertThat(new TicketLedgers(hub.client).of(POLICY, Optional.of(rollout)).entries())
        .isEqualTo(expected);
  }

  @Test
  void aPageHasFiveHundredClustersAndBelongsToTheRollout() {
    ledgers.add(POLICY, rollout, entries(1, 700, 1));
    ledgers.add(POLICY, rollout, entries(400, 1_200, 2));

    List<Integer> sizes =
        List.of(0, 1, 2).stream()
            .map(number -> JsonTree.map(page(number).getAdditionalProperties(), "data").size())
            .toList();
    assertThat(sizes).containsExactly(500, 500, 200);
    assertThat(page(0).getMetadata().getOwnerReferences())
        .extracting(owner -> owner.getKind() + " " + owner.getUid())
        .containsExactly("Rollout " + rollout.getMetadata().getUid());
  }

  @Test
  void aWaveIsOneWriteAndARepeatedOneNone() {
    ledgers.add(POLICY, rollout, entries(1, 100, 1));
    hub.hub.forgetRequests();
    ledgers.add(POLICY, rollout, entries(101, 200, 1));
    assertThat(hub.hub.writes()).hasSize(1);
    ledgers.add(POLICY, rollout, entries(101, 200, 1));
    assertThat(hub.hub.writes()).hasSize(1);
  }

  /** One process gives tickets, another one leads. */
  @Test
  void aLedgerIsReadAnewOnceTheRolloutHasChanged() {
    TicketLedgers other = new TicketLedgers(hub.client);
    assertThat(other.of(POLICY, Optional.of(rollout)).entries()).isEmpty();
    ledgers.add(POLICY, rollout, entries(1, 1, 1));
    assertThat(other.of(POLICY, Optional.of(rollout)).present()).isEmpty();

    rollout.getMetadata().setAnnotations(Map.of("changed", "yes"));
    hub.update(rollout);
    GenericKubernetesResource changed = rollout();
    hub.hub.forgetRequests();
    assertThat(other.of(POLICY, Optional.of(changed)).entries())
        .as("to who handles an event")
        .isEmpty();
    assertThat(hub.hub.requests()).isEmpty();
    assertThat(other.of(POLICY, Optional.of(changed)).present()).isEqualTo(entries(1, 1, 1));
  }

  /** It would be remembered for as long as the process lives. */
  @Test
  void theLedgerOfARolloutThatIsGoneIsForgotten() {
    ledgers.add(POLICY, rollout, entries(1, 1, 1));
    assertThat(ledgers.of(POLICY, Optional.empty()).entries()).isEmpty();
    hub.hub.forgetRequests();
    assertThat(ledgers.of(POLICY, Optional.of(rollout)).entries()).isEqualTo(entries(1, 1, 1));
    assertThat(hub.hub.requests()).containsKey("get configmaps");
  }

  @Test
  void whatThisProcessWritesItDoesNotRead() {
    ledgers.add(POLICY, rollout, entries(1, 700, 1));
    hub.hub.forgetRequests();
    ledgers.add(POLICY, rollout, entries(701, 800, 1));
    assertThat(ledgers.of(POLICY, Optional.of(rollout)).entries()).hasSize(800);
    assertThat(hub.hub.requests()).containsOnlyKeys("update configmaps");
  }

  /** Its status is written again and again while a run is open. */
  @Test
  void afterAChangeOfTheRolloutPagesAreComparedAndKeptIfTheyAreTheSame() {
    GenericKubernetesResource former = rollout();
    ledgers.add(POLICY, rollout, entries(1, 700, 1));
    Map<String, LedgerEntry> known = ledgers.of(POLICY, Optional.of(rollout)).present();

    rollout.getMetadata().setAnnotations(Map.of("changed", "yes"));
    hub.update(rollout);
    hub.hub.forgetRequests();
    assertThat(ledgers.of(POLICY, Optional.of(rollout())).present()).isSameAs(known);
    // Two pages, and none after them.
    assertThat(hub.hub.requests()).containsEntry("get configmaps", 3L);
    hub.hub.forgetRequests();
    assertThat(ledgers.of(POLICY, Optional.of(former)).present())
        .as("a cache may be behind what was read")
        .isSameAs(known);
    assertThat(hub.hub.requests()).isEmpty();
  }

  @Test
  void whatAnotherProcessAddsMeanwhileStays() {
    TicketLedgers other = new TicketLedgers(hub.client);
    ledgers.add(POLICY, rollout, entries(1, 1, 1));
    other.add(POLICY, rollout, entries(2, 2, 1));
    ledgers.add(POLICY, rollout, entries(3, 3, 1));
    other.add(POLICY, rollout, entries(4, 600, 1));
    ledgers.add(POLICY, rollout, entries(601, 601, 1));

    assertThat(ledgers.of(POLICY, Optional.of(rollout)).entries()).isEqualTo(entries(1, 601, 1));
    assertThat(new TicketLedgers(hub.client).of(POLICY, Optional.of(rollout)).entries())
        .isEqualTo(entries(1, 601, 1));
  }

  @Test
  void aPageThatSomebodyDeletesIsWrittenAnewWithTheNextWave() {
    ledgers.add(POLICY, rollout, entries(1, 2, 1));
    hub.client.resource(page(0)).delete();
    ledgers.add(POLICY, rollout, entries(3, 3, 1));

    assertThat(ledgers.of(POLICY, Optional.of(rollout)).entries()).isEqualTo(entries(3, 3, 1));
    assertThat(new TicketLedgers(hub.client).of(POLICY, Optional.of(rollout)).entries())
        .isEqualTo(entries(3, 3, 1));
  }

  @Test
  void whatAnEntrySaysThatIsNoneDoesNotCount() {
    ledgers.add(POLICY, rollout, entries(1, 2, 1));
    GenericKubernetesResource page = page(0);
    Map<String, Object> data = new HashMap<>(JsonTree.map(page.getAdditionalProperties(), "data"));
    data.put("c1", "{\"version\":\"v\"}");
    page.setAdditionalProperty("data", data);
    hub.client.resource(page).update();

    assertThat(new TicketLedgers(hub.client).of(POLICY, Optional.of(rollout)).entries())
        .isEqualTo(entries(2, 2, 1));
  }

  @Test
  void theLedgerOfAFormerRolloutDoesNotCountAndIsReplaced() {
    ledgers.add(POLICY, rollout, entries(1, 2, 1));
    rollout.getMetadata().setUid("another");

    assertThat(ledgers.of(POLICY, Optional.of(rollout)).entries()).isEmpty();
    ledgers.add(POLICY, rollout, entries(2, 2, 1));
    assertThat(new TicketLedgers(hub.client).of(POLICY, Optional.of(rollout)).entries())
        .isEqualTo(entries(2, 2, 1));
  }

  @Test
  void anObjectOfSomebodyElseStays() {
    hub.client
        .resource(
            new ConfigMapBuilder()
                .withNewMetadata()
                .withNamespace(POLICY.namespace())
                .withName(LedgerPage.name(POLICY, 0))
                .endMetadata()
                .withData(Map.of("mine", "all"))
                .build())
        .create();
    assertThatThrownBy(() -> ledgers.add(POLICY, rollout, entries(1, 1, 1)))
        .isInstanceOf(HubException.class)
        .hasMessageContaining("ConfigMap retail/sluice-tls-ledger-0 is there already")
        .hasMessageContaining("Delete it");
    assertThat(page(0).getAdditionalProperties()).containsEntry("data", Map.of("mine", "all"));
  }

  private GenericKubernetesResource rollout() {
    return hub.get(Kinds.ROLLOUT, POLICY.namespace(), POLICY.rolloutName());
  }

  private GenericKubernetesResource page(int number) {
    return hub.get(Kinds.CONFIG_MAP, POLICY.namespace(), LedgerPage.name(POLICY, number));
  }

  private static Map<String, LedgerEntry> entries(int first, int last, long attempt) {
    Map<String, LedgerEntry> entries = new HashMap<>();
    for (int i = first; i <= last; i++) {
      entries.put("c" + i, new LedgerEntry("v" + attempt, 0, "content" + i, attempt));
    }
    return entries;
  }
}
