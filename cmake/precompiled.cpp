// SPDX-License-Identifier: Apache-2.0
// Nothing: the unit that a target of precompiled headers needs.
