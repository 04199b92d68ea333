package io.sluice.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.rollout.HubSnapshot;
import io.sluice.workflow.HubActivities;
import io.sluice.workflow.payload.PayloadKeys;
import org.junit.jupiter.api.Test;

class RecordReaderTest {
  private static RunRecord record(String history) {
    return new RecordReader(PayloadKeys.NONE).read(Histories.of(history));
  }

  @Test
  void callsHaveTheirAnswersAndInstants() {
    RunRecord record = record("manual-in-order-0");
    RecordedCall observation =
        record.calls().stream()
            .filter(call -> call.activity().equals(HubActivities.OBSERVE))
            .findFirst()
            .orElseThrow();
    assertThat(observation.answer()).get().isInstanceOf(HubSnapshot.class);
    assertThat(observation.answeredAt()).get().isNotEqualTo(observation.askedAt());
    assertThat(record.calls().get(0).activity()).isEqualTo(HubActivities.CLAIM);
    assertThat(record.inputs()).isNotEmpty();
  }

  @Test
  void aCancelIsRead() {
    assertThat(record("canceled-0").canceledAt()).isPresent();
    assertThat(record("aborted-0").canceledAt()).isEmpty();
  }

  @Test
  void aWorkerThatRefusesApprovalsByMessageIsRecognized() {
    assertThat(record("approvals-refused-0").approvalsRefused()).isTrue();
    assertThat(record("manual-out-of-order-0").approvalsRefused()).isFalse();
  }

  @Test
  void anEncryptedHistoryIsReadWithItsKeysForAWorkerWithout() {
    assertThat(
            new RecordReader(Histories.KEYS)
                .read(Histories.encrypted(Histories.of("manual-in-order-0"))))
        .isEqualTo(record("manual-in-order-0"));
  }
}
