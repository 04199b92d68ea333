package io.sluice.tools.option;

import io.sluice.activation.ActivationRelease;
import java.time.Instant;
import java.util.Optional;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converts instants of options, which are written as in a spec: RFC 3339, with a zone. */
public final class InstantConverter implements ITypeConverter<Instant> {
  @Override
  public Instant convert(String text) {
    return ActivationRelease.of(Optional.empty(), Optional.of(text))
        .at()
        .orElseThrow(
            () ->
                new TypeConversionException(
                    "it is no instant with a zone. Write one such as 2026-03-01T22:00:00Z or 2026-03-01T23:00:00+01:00."));
  }
}
