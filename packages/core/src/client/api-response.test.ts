import { describe, expect, it } from 'vitest';
import { findId, parseBody } from './api-response.ts';

describe('findId', () => {
  it.each([
    [{ id: 'ctx_1' }, undefined, 'ctx_1'],
    [{ id: 7 }, undefined, '7'],
    [{ id: 2 ** 53 + 2 }, undefined, undefined],
    [{ data: { id: 'ctx_2' } }, undefined, 'ctx_2'],
    [{ item: { id: 'ctx_3' } }, undefined, 'ctx_3'],
    [undefined, '/api/v1/projects/p/context/ctx_4', 'ctx_4'],
    [undefined, 'https://api.example.com/context/ctx%205/?a=1', 'ctx 5'],
    ['created', undefined, undefined],
    [{ id: '' }, undefined, undefined],
    [null, undefined, undefined],
  ])('for the body %j and the Location %j, findId returns the ID %j', (body, location, id) => {
    const headers = new Headers(location === undefined ? {} : { location });
    expect(findId({ status: 201, headers, body })).toBe(id);
  });
});

describe('parseBody', () => {
  it.each([
    ['', undefined],
    ['  \n', undefined],
    ['{"a":1}', { a: 1 }],
    ['<html>', '<html>'],
  ])('parseBody reads %j as %j', (text, body) => {
    expect(parseBody(text)).toEqual(body);
  });
});
