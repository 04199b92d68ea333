package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.temporal.api.enums.v1.IndexedValueType;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TemporalNamespaceSetupTest {
  private static final IndexedValueType KEYWORD = IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD;

  private final NamespaceServer server = new NamespaceServer(0);
  private WorkflowServiceStubs stubs;

  @BeforeEach
  void start() {
    stubs =
        WorkflowServiceStubs.newServiceStubs(
            WorkflowServiceStubsOptions.newBuilder()
                .setTarget("127.0.0.1:" + server.port())
                .build());
  }

  @AfterEach
  void stop() {
    stubs.shutdownNow();
    server.close();
  }

  @Test
  void whatIsMissingIsMadeWhereThatIsAllowed() {
    new TemporalNamespaceSetup(stubs, "sluice").ensure();

    assertThat(server.known()).isTrue();
    assertThat(server.retention()).isEqualTo(Duration.ofDays(30));
    assertThat(server.attributes())
        .containsOnlyKeys(
            "SluiceHub",
            "SluiceNamespace",
            "SluiceOutcome",
            "SluicePhase",
            "SluicePolicy",
            "SluiceWaitingFor")
        .containsValue(KEYWORD);
  }

  @Test
  void aNamespaceThatMayNotBeMadeIsNamedWithItsCommand() {
    server.refuse();

    assertThatThrownBy(() -> new TemporalNamespaceSetup(stubs, "fleet").ensure())
        .hasMessage(
            "Cannot use Temporal namespace fleet: it does not exist, and this user may not create"
                + " it. Run temporal operator namespace create --namespace fleet --retention 30d,"
                + " or name another with --temporal-namespace.");
  }

  @Test
  void searchAttributesThatMayNotBeMadeAreNamedWithTheirCommand() {
    server.create();
    server.refuse();
    server.attributes().put("SluiceHub", KEYWORD);
    server.attributes().put("SluicePolicy", KEYWORD);
    server.attributes().put("SluiceNamespace", KEYWORD);
    server.attributes().put("SluicePhase", KEYWORD);

    assertThatThrownBy(() -> new TemporalNamespaceSetup(stubs, "sluice").ensure())
        .hasMessage(
            "Cannot list rollouts in Temporal namespace sluice: it lacks the search attributes"
                + " SluiceOutcome, SluiceWaitingFor, and this user may not add them. Run temporal"
                + " operator search-attribute create --namespace sluice --name SluiceOutcome --type"
                + " Keyword --name SluiceWaitingFor --type Keyword.");
  }

  @Test
  void aSearchAttributeOfAnotherTypeIsNamed() {
    server.create();
    server.attributes().put("SluicePhase", IndexedValueType.INDEXED_VALUE_TYPE_TEXT);

    assertThatThrownBy(() -> new TemporalNamespaceSetup(stubs, "sluice").ensure())
        .hasMessageStartingWith("Cannot use the search attribute SluicePhase: its type is")
        .hasMessageContaining("temporal operator search-attribute remove");
  }
}
