package io.sluice.hub.beside;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.sluice.beside.OverrideEntry;
import io.sluice.beside.OverridePage;
import io.sluice.hub.client.RequestPool;
import io.sluice.hub.read.HubReader;
import io.sluice.hub.read.OverrideNames;
import io.sluice.hub.read.PolicyObjects;
import io.sluice.hub.read.TestHub;
import io.sluice.simulator.api.RecordedWrite;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Writes pages over what they were planned from, and over nothing else. */
class PageWriterTest {
  private final TestHub hub = new TestHub();
  private final RequestPool pool = new RequestPool(4);
  private final PageWriter writer = new PageWriter(hub.client);

  @BeforeEach
  void createPlacement() {
    hub.policy("one");
    new OverrideObjects(hub.client).createPlacement(TestHub.POLICY);
    hub.hub.forgetRequests();
  }

  @AfterEach
  void close() {
    pool.close();
    hub.close();
  }

  private PolicyObjects read() {
    return HubReader.beside(hub.client, pool).read(TestHub.POLICY);
  }

  private static OverridePage page(int number, String... clusters) {
    return new OverridePage(
        number,
        List.of(clusters).stream()
            .map(cluster -> new OverrideEntry(cluster, "u1", 1, 1, TestHub.NOW))
            .toList());
  }

  private List<OverridePage> pages() {
    return PageObjects.parse(TestHub.POLICY, new OverrideNames(read()).pages());
  }

  private List<String> written() {
    return hub.hub.writes().stream().map(RecordedWrite::verb).toList();
  }

  @Test
  void aNewPageTakesTwoRequestsAndOneThatStandsTakesOne() {
    writer.write(read(), List.of(page(1, "c1")));
    assertThat(written()).containsExactly("create", "update");
    writer.write(read(), List.of(page(1, "c1", "c2"), page(2, "c3")));
    assertThat(written()).containsExactly("create", "update", "update", "create", "update");
    assertThat(pages()).containsExactly(page(1, "c1", "c2"), page(2, "c3"));
  }

  @Test
  void aPageThatChangedSinceItWasReadIsLeftAsItIs() {
    writer.write(read(), List.of(page(1, "c1")));
    PolicyObjects before = read();
    writer.write(before, List.of(page(1)));
    assertThatThrownBy(() -> writer.write(before, List.of(page(1, "c1", "c2"))))
        .isInstanceOfSatisfying(
            KubernetesClientException.class, e -> assertThat(e.getCode()).isEqualTo(409));
    assertThat(pages()).containsExactly(page(1));
  }

  @Test
  void aPageThatAnotherHasCreatedMeanwhileIsNotWritten() {
    PolicyObjects before = read();
    writer.write(before, List.of(page(1, "c1")));
    assertThatThrownBy(() -> writer.write(before, List.of(page(1, "c2"))))
        .isInstanceOf(KubernetesClientException.class);
    assertThat(pages()).containsExactly(page(1, "c1"));
  }
}
