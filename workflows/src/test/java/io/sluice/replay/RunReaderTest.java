package io.sluice.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.workflow.payload.PayloadKeys;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RunReaderTest {
  private final RunReader reader = new RunReader(PayloadKeys.NONE);

  @Test
  void itTellsWhoSentRequests() {
    RecordedRun run = reader.read(Histories.of("paused-and-resumed-0"));

    assertThat(run.first()).isTrue();
    assertThat(run.end().orElseThrow().status()).isEqualTo(RunEnd.Status.COMPLETED);
    assertThat(
            run.messages().stream()
                .filter(message -> message.kind() == ReceivedMessage.Kind.UPDATE)
                .map(message -> List.of(message.name(), message.identity(), message.argument())))
        .containsExactly(
            List.of("pause", "sluice-test", Optional.of("{\"by\":\"ann\"}")),
            List.of("resume", "sluice-test", Optional.of("{\"by\":\"ann\"}")));
    assertThat(run.messages())
        .filteredOn(message -> message.name().equals("clustersReported"))
        .isNotEmpty()
        .allMatch(message -> message.argument().isEmpty());
  }

  @Test
  void itTellsHowARunWasClosed() {
    RunEnd failed = reader.read(Histories.of("fails-at-deadline-0")).end().orElseThrow();
    RecordedRun continued = reader.read(Histories.of("continues-as-new-0"));

    assertThat(failed.status()).isEqualTo(RunEnd.Status.FAILED);
    assertThat(failed.failure().orElseThrow())
        .startsWith("Policy policies/web-tls was not rolled out: ");
    assertThat(continued.end().orElseThrow().status()).isEqualTo(RunEnd.Status.CONTINUED_AS_NEW);
    assertThat(reader.read(Histories.of("continues-as-new-1")).first()).isFalse();
    assertThat(reader.read(Histories.cut(Histories.of("continues-as-new-0"), 10)).end()).isEmpty();
  }

  @Test
  void aMessageOfAnEncryptedFailureIsRead() {
    assertThat(
            new RunReader(Histories.KEYS)
                .read(Histories.encrypted(Histories.of("fails-at-deadline-0")))
                .end()
                .orElseThrow()
                .failure()
                .orElseThrow())
        .startsWith("Policy policies/web-tls was not rolled out: ");
  }

  @Test
  void anArgumentThatIsNoJsonIsLeftOut() {
    assertThat(reader.read(Histories.of("wrong-arguments-0")).messages())
        .isNotEmpty()
        .allMatch(message -> !message.name().isEmpty());
  }
}
