package io.sluice.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.sluice.rollout.ApprovalRequest;
import io.sluice.rollout.Request;
import io.temporal.api.common.v1.Payload;
import io.temporal.common.converter.RawValue;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RequestArgumentTest {
  private static RawValue json(String text) {
    return new RawValue(
        Payload.newBuilder()
            .putMetadata("encoding", ByteString.copyFromUtf8("json/plain"))
            .setData(ByteString.copyFromUtf8(text))
            .build());
  }

  @Test
  void aRequestOfTheRightShapeIsRead() {
    assertThat(
            RequestArgument.approval(json("{\"ungrouped\":true,\"by\":\"ann\",\"more\":1}"))
                .request())
        .contains(new ApprovalRequest("", true, "ann", Optional.empty()));
    assertThat(RequestArgument.request(json("{\"by\":\"ann\",\"comment\":\"why\"}")).request())
        .contains(new Request("ann", Optional.of("why")));
  }

  @Test
  void whateverElseIsSentIsNamed() {
    assertThat(RequestArgument.request(null).problem()).isEqualTo("the request is empty");
    assertThat(RequestArgument.request(json("null")).problem())
        .isEqualTo("the argument is null, not an object");
    assertThat(RequestArgument.approval(json("[\"dev\"]")).problem())
        .isEqualTo("the argument is [\"dev\"], not an object");
    assertThat(RequestArgument.approval(json("dev")).problem())
        .isEqualTo("the argument is dev, not JSON");
    assertThat(RequestArgument.approval(json("{\"group\":[\"dev\"]}")).problem())
        .isEqualTo("group is [\"dev\"], not a text");
    assertThat(RequestArgument.approval(json("{\"ungrouped\":\"yes\"}")).problem())
        .isEqualTo("ungrouped is \"yes\", not true or false");
  }
}
