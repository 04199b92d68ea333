package io.sluice.tools.codec;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.util.JsonFormat;
import io.temporal.api.common.v1.Payload;
import io.temporal.api.common.v1.Payloads;
import java.util.List;
import java.util.function.UnaryOperator;

/** Changes payloads in the JSON in which codec servers get and return them. */
final class PayloadsJson {
  private PayloadsJson() {}

  static String change(String json, UnaryOperator<List<Payload>> change)
      throws InvalidProtocolBufferException {
    Payloads.Builder given = Payloads.newBuilder();
    JsonFormat.parser().ignoringUnknownFields().merge(json, given);
    Payloads changed =
        Payloads.newBuilder().addAllPayloads(change.apply(given.getPayloadsList())).build();
    return JsonFormat.printer().omittingInsignificantWhitespace().print(changed);
  }
}
