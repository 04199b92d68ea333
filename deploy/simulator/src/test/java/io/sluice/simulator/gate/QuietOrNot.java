package io.sluice.simulator.gate;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Plays a test with a gate that refuses, and with one that puts back the old spec. */
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedTest(name = "quiet: {0}")
@ValueSource(booleans = {false, true})
public @interface QuietOrNot {}
